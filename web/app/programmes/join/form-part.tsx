import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';

export interface FormPartProps {
  title: string;
  help?: string | undefined;
  problem?: string | undefined;
  children: ReactNode;
}

/** A group of controls with one heading and one problem, which is announced and marks the place for the focus. */
export function FormPart({ title, help, problem, children }: FormPartProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={help ? `${id}-help` : undefined}
      data-problem={problem ? '' : undefined}
      className="grid grid-cols-1 gap-3"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {help && (
          <p id={`${id}-help`} className="max-w-reading text-ink-soft">
            {help}
          </p>
        )}
        {/* Always there, so that a problem that comes later is announced. It does not describe the group: Orca reads no descriptions of
            groups, and others would say it twice. */}
        <div aria-live="polite" className="empty:sr-only">
          {problem && (
            <p className="flex items-start gap-1.5 text-danger">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {problem}
            </p>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}
