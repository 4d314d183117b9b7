import type { ReactNode } from 'react';

export interface AccountRowProps {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}

export function AccountRow({ label, children, action }: AccountRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <dt className="w-full text-sm text-ink-soft sm:w-28 sm:text-base">{label}</dt>
      <dd className="min-w-0 flex-1 basis-40 break-words">{children}</dd>
      {action && <dd className="ms-auto flex flex-wrap gap-2">{action}</dd>}
    </div>
  );
}
