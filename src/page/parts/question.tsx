/** A question before something that cannot be undone. Built on the browser's own dialog: it keeps the focus and Escape. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../words/words";

interface ModalProps {
  readonly label: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A window over the page, there as long as the component is. */
export function Modal({ label, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  );
}

interface QuestionProps {
  readonly question: string;
  readonly detail: string;
  readonly yes: string;
  onYes(): void;
  onClose(): void;
}

export function Question({ question, detail, yes, onYes, onClose }: QuestionProps) {
  const words = useWords();
  return (
    <Modal label={question} onClose={onClose}>
      <h2>{question}</h2>
      <p>{detail}</p>
      <div class="row end">
        <button type="button" onClick={onClose}>
          {words.alerts.cancel}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Modal>
  );
}
