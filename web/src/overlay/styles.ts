/** How our own parts look; they stand in a shadow root, so nothing of this reaches the page, nor the page's styles us. */

/** The layers above the page: see seed 002, section 17.2. */
export const Z_INDEX = { panel: 9999, fab: 10000, popup: 10001, inspector: 10002, tooltip: 10002, toast: 10003 } as const;

const base = `
:host { all: initial; }
*, ::before, ::after { box-sizing: border-box; }
.air-fab, .air-panel, .air-popup, .air-toast, .air-tooltip {
  position: fixed; color: #e5e5e5; color-scheme: dark; font: 14px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, sans-serif;
}
.air-panel, .air-popup, .air-toast, .air-tooltip { border: 1px solid #333; background: #1a1a1a; overflow-wrap: anywhere; }
.air-popup, .air-toast, .air-tooltip { border-radius: 8px; box-shadow: 0 4px 24px rgba(0,0,0,.4); }
:focus-visible { outline: 2px solid #FCD34D; outline-offset: 2px; }
h2, h3, ul { margin: 0; padding: 0; font-size: inherit; }
button, textarea { font: inherit; }
button { cursor: pointer; }
[aria-disabled] { opacity: .6; }
.air-button { padding: 4px 10px; border: 1px solid #333; border-radius: 6px; background: #2a2a2a; color: #e5e5e5; font-size: 12px; }
.air-button:hover { filter: brightness(1.2); }
.air-button--export { border-color: #D97706; color: #FCD34D; }
.air-button--danger { border-color: #7f1d1d; background: #7f1d1d; color: #fca5a5; }
`;

const fab = `
.air-fab {
  right: 24px; bottom: 24px; z-index: ${Z_INDEX.fab}; width: 48px; height: 48px; padding: 12px; border: 0; border-radius: 50%;
  background: #D97706; color: #fff; box-shadow: 0 4px 16px rgba(0,0,0,.4); transition: background-color .2s;
}
.air-fab:hover { background: #B45309; }
.air-fab svg { display: block; fill: none; stroke: #fff; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; transition: transform .2s; }
.air-fab--open svg { transform: rotate(45deg); }
.air-fab__badge { position: absolute; top: -4px; right: -4px; min-width: 20px; padding: 0 5px; border-radius: 10px; background: #EF4444; font: bold 11px/20px sans-serif; }
`;

const panel = `
.air-panel {
  top: 0; right: 0; z-index: ${Z_INDEX.panel}; display: flex; flex-direction: column; width: 380px; height: 100vh; height: 100dvh; border-width: 0 0 0 1px;
  transform: translateX(100%); visibility: hidden; transition: transform .3s cubic-bezier(.4,0,.2,1), visibility 0s .3s;
}
.air-panel--open { transform: translateX(0); visibility: visible; box-shadow: 0 4px 24px rgba(0,0,0,.4); transition-delay: 0s; }
.air-panel__header { padding: 16px; }
.air-panel__title { margin-bottom: 10px; font-size: 16px; font-weight: 600; }
.air-panel__actions { display: flex; flex-wrap: wrap; gap: 8px; }
.air-panel__tabs { display: flex; border-bottom: 1px solid #333; }
.air-panel__tab { flex: 1; padding: 10px; border: solid transparent; border-width: 0 0 2px; background: none; color: #a3a3a3; font-size: 13px; }
.air-panel__tab:focus-visible { outline-offset: -3px; }
.air-panel__tab--active { border-color: #D97706; color: #F59E0B; }
.air-panel__content { flex: 1; padding: 12px 16px 80px; overflow: auto; overscroll-behavior: contain; scrollbar-color: #555 transparent; scrollbar-width: thin; }
.air-panel__shortcuts { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 10px 80px 10px 16px; border-top: 1px solid #333; color: #a3a3a3; font-size: 11px; }
kbd { color: #e5e5e5; font: inherit; }
@media (max-width: 479.98px) { .air-panel { width: 100%; } }
`;

const floating = `
.air-popup { z-index: ${Z_INDEX.popup}; }
.air-popup:not(.air-popup--visible) { display: none; }
.air-toast, .air-tooltip { right: 24px; bottom: 80px; max-width: 300px; padding: 8px 14px; font-size: 13px; transition: opacity .3s, transform .3s; }
.air-toast { z-index: ${Z_INDEX.toast}; opacity: 0; transform: translateY(8px); pointer-events: none; }
.air-toast--visible { opacity: 1; transform: none; }
.air-tooltip { z-index: ${Z_INDEX.tooltip}; border-color: #D97706; }
.air-tooltip--hidden { opacity: 0; }
`;

const wishes = `
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: .01ms !important; transition-duration: .01ms !important; transition-delay: 0s !important; } }
@media (forced-colors: active) { .air-fab, .air-fab__badge { border: 1px solid; } .air-panel__tab:not(.air-panel__tab--active) { border-color: Canvas; } .air-item { opacity: 1; } }
@media print { * { display: none !important; } }
`;

export const sheet = base + fab + panel + floating + wishes;
