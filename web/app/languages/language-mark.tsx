import { languageOf } from '@parlance/contract/languages';
import Globe from 'lucide-react/icons/globe';

/** The flag of a language if the catalogue has one, else a globe. */
export function LanguageMark({ code }: { code: string }) {
  const flag = languageOf(code)?.flag;
  return (
    <span aria-hidden="true" className="flex w-6 shrink-0 justify-center text-xl leading-none">
      {flag ?? <Globe className="size-5 text-ink-faint" />}
    </span>
  );
}
