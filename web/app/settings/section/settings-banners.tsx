import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { Banner } from '#ui/banner';

const bannerVisibleMs = 5000;

export interface SettingsBanners {
  showSuccess: (message: string) => void;
  showError: (message: string) => void;
}

interface Notice {
  tone: 'positive' | 'danger';
  message: string;
}

const BannersContext = createContext<SettingsBanners | null>(null);

export function useSettingsBanners(): SettingsBanners {
  const banners = useContext(BannersContext);
  if (!banners) throw new Error('useSettingsBanners belongs inside SettingsBannersProvider');
  return banners;
}

/** The success and error banners of the settings; each disappears after five seconds or on navigation. */
export function SettingsBannersProvider({ children }: { children: ReactNode }) {
  const [success, showSuccess] = useNotice('positive');
  const [failure, showError] = useNotice('danger');
  const banners = useMemo(() => ({ showSuccess, showError }), [showSuccess, showError]);
  return (
    <BannersContext value={banners}>
      {/* Above the page instead of in it: it is seen from every section and moves nothing. */}
      <div className="sticky top-[calc(var(--spacing-bar)+0.75rem)] z-30 h-0">
        {/* Where the list of groups is beside the sections, it begins at their edge. */}
        <div className="mx-auto grid max-w-2xl gap-2 lg:ms-60">
          {success}
          {failure}
        </div>
      </div>
      {children}
    </BannersContext>
  );
}

function useNotice(tone: Notice['tone']): [ReactNode, (message: string) => void] {
  const [notice, setNotice] = useState<Notice | null>(null);
  const clear = useCallback(() => setNotice(null), []);
  // A new object per message, so that a repeated text restarts the five seconds.
  const show = useCallback((message: string) => setNotice({ tone, message }), [tone]);
  const { key } = useLocation();

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(clear, bannerVisibleMs);
    return () => clearTimeout(timer);
  }, [notice, clear]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the route that was left
  useEffect(() => clear, [key, clear]);

  const banner = notice && (
    <div className="rounded-md shadow-floating">
      <Banner tone={tone} onDismiss={clear}>
        {notice.message}
      </Banner>
    </div>
  );
  return [banner, show];
}
