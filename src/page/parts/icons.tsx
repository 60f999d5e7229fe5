/** The page's pictograms, drawn on a grid of 24. None speaks: the words beside them do. */
import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

const ICONS = {
  drive: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="2.5" />
      <path d="M12 14.5V21M9.6 11.2 3.3 9.8M14.4 11.2l6.3-1.4" />
    </>
  ),
  plots: <path d="M3 3v18h18M7 15l4-5 3 3 5-7" />,
  alerts: <path d="M12 3a6 6 0 0 1 6 6v4l2 4H4l2-4V9a6 6 0 0 1 6-6ZM10 20.5h4" />,
  wifi: <path d="M2.5 9a14 14 0 0 1 19 0M6 12.8a9 9 0 0 1 12 0M9.3 16.4a4.2 4.2 0 0 1 5.4 0M12 20h.01" />,
  mqtt: <path d="M4 20h.01M4 13a7 7 0 0 1 7 7M4 6a14 14 0 0 1 14 14M15 4l5 0 0 5M20 4l-6 6" />,
  engineer: <path d="M4 6h9M17 6h3M4 12h3M11 12h9M4 18h11M19 18h1M15 4v4M9 10v4M17 16v4" />,
  display: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
    </>
  ),
  muted: <path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM16 10l4.5 4.5M20.5 10 16 14.5" />,
  lock: <path d="M6.5 11h11v8.5h-11zM9 11V8a3 3 0 0 1 6 0v3" />,
  ok: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  warn: <path d="M12 4 2.8 20h18.4ZM12 10v4.5M12 17.3h.01" />,
  bad: <path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8ZM12 7v6M12 16.5h.01" />,
  off: <path d="M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9" />,
  download: <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4 20h16" />,
} as const;

export type IconName = keyof typeof ICONS;

export const Pictogram = ({ name }: { name: IconName }) => <Icon>{ICONS[name]}</Icon>;

/** Signal strength, `bars` of 4. */
export function Bars({ bars, label }: { bars: number; label: string }) {
  return (
    <svg class="bars" viewBox="0 0 20 16" role="img" aria-label={label}>
      {[0, 1, 2, 3].map((i) => (
        <rect key={i} class={i < bars ? "on" : ""} x={1 + i * 5} y={12 - i * 4} width="3.5" height={4 + i * 4} rx="1" />
      ))}
    </svg>
  );
}
