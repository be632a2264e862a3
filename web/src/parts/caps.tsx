/** Keys as they are printed on a keyboard. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** "Ctrl ⏎" as this machine's keyboard has it. */
export const ownKey = (key: string) => (isMac ? key.replace("Ctrl", "⌘") : key);

export const Caps = ({ caps }: { caps: readonly string[] }) => (
  <>
    {caps.map((cap) => (
      <kbd class="cap" key={cap}>
        {cap}
      </kbd>
    ))}
  </>
);
