/** Answers of the hub to the same question may overtake each other: the one that was asked for later says more. */
export class NewestAnswer {
  /** How often the hub was asked. */
  asked = 0;
  private answered = 0;

  /** The answer; null when a later one was here before it. */
  async newest<T>(request: () => Promise<T>): Promise<T | null> {
    const turn = ++this.asked;
    const answer = await request();
    if (turn < this.answered) return null;
    this.answered = turn;
    return answer;
  }
}
