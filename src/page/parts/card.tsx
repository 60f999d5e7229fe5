import type { ComponentChildren } from "preact";

interface CardProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** One matter of a view, with its name. */
export function Card({ title, aside, wide = false, children }: CardProps) {
  return (
    <section class={`card ${wide ? "wide" : ""}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
