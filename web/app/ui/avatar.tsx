import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { classNames } from '#lib/class-names';
import { initialOf } from '#lib/initial';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
}

const sizes = {
  sm: 'size-8 text-sm',
  md: 'size-11 text-lg',
  lg: 'size-16 text-2xl',
  xl: 'size-32 text-5xl',
};

/** Picture, or the initial if it is missing or broken; a generic figure without a name. Decorative: the name is beside it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const shape = classNames('shrink-0 rounded-full', sizes[size]);
  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt=""
        decoding="async"
        loading="lazy"
        onError={() => setBrokenSrc(src)}
        className={classNames(shape, 'bg-sunken object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        'edge-when-forced inline-flex items-center justify-center border border-line bg-sunken font-display font-semibold',
        'text-ink-soft select-none',
      )}
    >
      {initialOf(name) || <UserRound className="size-1/2 text-ink-faint" />}
    </span>
  );
}
