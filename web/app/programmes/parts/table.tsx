import type { ReactNode } from 'react';

interface TableProps {
  /** The first column names the row. */
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** The columns after the first hold texts, not numbers. */
  hasTexts?: boolean;
}

const nameColumn = 'sticky inset-s-0 bg-surface text-start';

/** A table of numbers or short texts. Where it is wider than the page it scrolls beside its first column. */
export function Table({ head, rows, hasTexts = false }: TableProps) {
  const alignment = hasTexts ? 'text-start' : 'text-end';
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={head[0]}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full text-start">
        <thead>
          <tr className="border-b border-line text-sm text-ink-soft">
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 sm:px-4 font-medium ${column === 0 ? nameColumn : alignment}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className={`px-3 py-2 sm:px-4 font-medium ${nameColumn}`}>
                {/* A long name must not push the other columns out of a small window. */}
                <div className="max-w-36 wrap-break-word sm:max-w-80">{name}</div>
              </th>
              {values.map((value, column) => (
                <td
                  key={head[column + 1]}
                  className={`px-3 py-2 sm:px-4 ${alignment} whitespace-nowrap tabular-nums`}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
