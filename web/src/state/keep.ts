/** What this browser keeps by itself; a browser that refuses keeps nothing and breaks nothing. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`countermark.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function kept(name: string): unknown {
  try {
    const text = localStorage.getItem(`countermark.${name}`);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** The names of what is kept that begin so. */
export function keptNames(beginning: string): string[] {
  try {
    const start = `countermark.${beginning}`;
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice("countermark.".length));
  } catch {
    return [];
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`countermark.${name}`);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
}
