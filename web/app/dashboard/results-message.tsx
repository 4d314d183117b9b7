import type { ReactNode } from 'react';

export interface ResultsMessageProps {
  role: 'status' | 'alert';
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}

/** Replaces the cards when there are none. */
export function ResultsMessage({ role, icon, title, text, action }: ResultsMessageProps) {
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-6 text-center">
      <span className="text-ink-faint">{icon}</span>
      <div role={role}>
        <p className="text-lg font-medium">{title}</p>
        <p className="text-ink-soft whitespace-pre-line">{text}</p>
      </div>
      {action}
    </div>
  );
}
