import { voices } from '#languages/language-chip';
import { classNames } from '#lib/class-names';

/** A decorative illustration of two greetings. */
export function TwoVoices() {
  return (
    <div aria-hidden="true" className="flex items-end justify-center pb-2 select-none">
      <Greeting voice="speaks" lang="es" className="rounded-ee-sm -rotate-2 rtl:rotate-2">
        Hola
      </Greeting>
      <Greeting
        voice="learning"
        lang="ja"
        className="-ms-1 translate-y-4 rotate-2 rounded-es-sm rtl:-rotate-2"
      >
        こんにちは
      </Greeting>
    </div>
  );
}

interface GreetingProps {
  voice: keyof typeof voices;
  lang: string;
  className: string;
  children: string;
}

function Greeting({ voice, lang, className, children }: GreetingProps) {
  const { Icon, className: colours } = voices[voice];
  return (
    <span
      lang={lang}
      className={classNames(
        'flex items-center gap-2 rounded-xl border px-4 py-2.5 text-lg leading-tight font-medium shadow-raised',
        colours,
        className,
      )}
    >
      <Icon className="size-4" />
      {children}
    </span>
  );
}
