import { Spinner } from '#ui/spinner';

/**
 * Written into the page itself. The server puts in whose page it is, so that there is something to read before the app
 * has come; the app leaves that as it finds it.
 */
export function ProfileOpening() {
  return (
    <div className="grid grid-cols-1 gap-8 sm:gap-10">
      <h1 dir="auto" data-fill="name" suppressHydrationWarning className="text-title wrap-anywhere">
        Profile
      </h1>
      <p
        dir="auto"
        data-fill="description"
        suppressHydrationWarning
        className="max-w-reading text-lg leading-relaxed whitespace-pre-line"
      >
        {/* A text, because the app only leaves a text in the place of a text. */ ' '}
      </p>
      <Spinner />
    </div>
  );
}
