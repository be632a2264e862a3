/** How the lists, the forms and the popup look: they come with what makes them. */
import { Z_INDEX } from "./styles";

const sheet = `
.air-textarea {
  display: block; width: 100%; min-height: 72px; max-height: 40vh; padding: 8px 10px; border: 1px solid #444; border-radius: 6px;
  background: #111; color: #e5e5e5; font-size: 13px; resize: vertical; field-sizing: content;
}
.air-textarea::placeholder { color: #a3a3a3; }
.air-textarea:focus { border-color: #D97706; outline: 1px solid #D97706; outline-offset: 0; }
label input { vertical-align: middle; }
.air-button.air-button--primary { border-color: #D97706; background: #D97706; color: #1a1a1a; font-weight: 600; }
.air-button.air-button--accept { border-color: #166534; background: #166534; color: #86EFAC; }
.air-popup { width: 300px; max-height: 100vh; padding: 12px; overflow: auto; }
.air-popup { max-width: calc(100vw - 16px); }
.air-popup--small { padding: 8px; }
.air-popup--small .air-popup__label { max-height: 1.5em; margin-bottom: 4px; }
.air-popup--small .air-textarea { min-height: 40px; padding: 4px 8px; }
.air-writing { position: fixed; z-index: ${Z_INDEX.panel - 1}; pointer-events: none; }
.air-writing--words { border-radius: 2px; background: rgba(217,119,6,0.3); }
.air-writing--element { outline: 2px dashed rgba(217,119,6,0.8); outline-offset: 2px; }
.air-popup__label { max-height: 6em; margin-bottom: 8px; overflow: auto; color: #FCD34D; font-size: 13px; }
.air-popup__extras { margin-top: 8px; font-size: 12px; }
.air-popup__footer .air-button--danger { margin-right: auto; }
.air-item__actions, .air-form__buttons, .air-popup__footer { display: flex; flex-wrap: wrap; gap: 8px; }
.air-form__buttons, .air-popup__footer { justify-content: flex-end; margin-top: 8px; }
.air-panel__brand { display: flex; float: right; align-items: center; gap: 6px; color: #a3a3a3; font: 600 14px/24px Georgia, serif; }
.air-panel__brand svg { width: 15px; height: 15px; border-radius: 50%; background: #ff8b70; fill: none; stroke: #1b1a18; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.air-panel__heading { margin: 12px 0 8px; font-size: 13px; font-weight: 600; }
.air-panel__heading a { color: #F59E0B; }
.air-panel__empty { padding: 48px 24px; color: #a3a3a3; text-align: center; text-wrap: balance; }
.air-panel__empty-arrow { display: inline-block; color: #D97706; font-size: 28px; animation: air-nudge 1.5s infinite; }
@keyframes air-nudge { 50% { transform: translateX(-8px); } }
.air-notice { padding: 10px 16px; border-bottom: 1px solid #333; border-left: 3px solid #F87171; font-size: 13px; }
.air-notice ul { padding-left: 16px; }
.air-item { margin-bottom: 8px; padding: 10px 12px; border: 1px solid #333; border-left: 3px solid #D97706; border-radius: 6px; background: #1a1a1a; font-size: 13px; }
.air-page-note-item { border-left-color: #555; }
.air-page-note-item__text, .air-annotation-item__note, .air-reply { white-space: pre-wrap; }
.air-annotation-item { cursor: pointer; }
.air-annotation-item:hover { background: #111; }
.air-annotation-item__text, .air-annotation-item__element { color: #FCD34D; }
.air-annotation-item__text { font-style: italic; }
.air-annotation-item__note, .air-reply { margin-top: 4px; color: #d4d4d4; }
.air-annotation-item--in-progress { border-left-color: #8B5CF6; }
.air-annotation-item--addressed { border-left-color: #3B82F6; opacity: .85; }
.air-annotation-item--orphan { border-left-color: #F87171; opacity: .9; }
.air-annotation-item:is(:hover, :focus-within) { opacity: 1; }
.air-annotation-item__addressed-badge { color: #3B82F6; font-weight: 600; }
.air-annotation-item__in-progress-badge { color: #A78BFA; font-weight: 600; }
.air-annotation-item__orphan { color: #F87171; }
.air-annotation-item__checking, .air-item__time, .air-item__source { color: #a3a3a3; font-size: 12px; font-weight: normal; }
.air-item__picture { display: block; max-width: 100%; max-height: 96px; }
.air-item__actions:not(:empty), .air-form { margin-top: 8px; }
.air-item__actions .air-button { padding: 1px 8px; }
.air-reply { padding-left: 8px; border-left: 2px solid #555; }
`;

export function dress(root: ShadowRoot): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  // In front: what a person wishes of colours and motion stands behind all looks.
  root.adoptedStyleSheets = [styles, ...root.adoptedStyleSheets];
}
