import type { ReactNode } from 'react';

interface TableProps {
  /** The first column names the row. */
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** The columns after the first hold texts, not numbers. */
  hasTexts?: boolean;
}

/** A table of numbers or short texts. It scrolls by itself where it is wider than the page. */
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
                className={`px-4 py-2 font-medium ${column === 0 ? 'text-start' : alignment}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-start font-medium">
                {/* A long name must not push the other columns out of a small window. */}
                <div className="max-w-36 wrap-break-word sm:max-w-80">{name}</div>
              </th>
              {values.map((value, column) => (
                <td
                  key={head[column + 1]}
                  className={`px-4 py-2 ${alignment} whitespace-nowrap tabular-nums`}
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
