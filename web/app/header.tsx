// The header: logo, 'Range', 'My swings', 'How to use', community link, and the silent check of the current user.

import { CircleHelp, History, MessagesSquare, Target } from 'lucide-react';
import { Link } from 'wouter';
import { callApi } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { COMMUNITY_URL } from '#web/lib/site-settings.ts';
import { words } from '#web/words/words.ts';
import { Logo } from './logo.tsx';

/** The header. */
export function Header() {
  useCurrentUser();
  const link =
    'inline-flex min-h-11 items-center gap-2 rounded-md px-1.5 font-semibold whitespace-nowrap hover:bg-raised sm:px-4';
  return (
    <header className="stage mown border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="page-width flex min-h-16 items-center gap-1">
        <Link href="/" aria-label={words.app.home} className="mr-auto inline-flex min-h-11 items-center gap-2 py-2">
          <Logo className="size-8 sm:size-9" />
          <span className="display text-base max-[389px]:hidden sm:text-xl">{words.app.name}</span>
        </Link>
        <nav
          aria-label={words.app.mainNavigation}
          className="-mr-2 flex items-center text-sm sm:mr-0 sm:gap-1 sm:text-base"
        >
          <Link href="/range" className={link}>
            <Target aria-hidden="true" className="size-5 max-sm:hidden" />
            {words.range.title}
          </Link>
          <Link href="/my-swings" className={link}>
            <History aria-hidden="true" className="size-5 max-sm:hidden" />
            {words.mySwings.title}
          </Link>
          <Link href="/how-to-use" className={link}>
            <CircleHelp aria-hidden="true" className="size-5" />
            <span className="max-sm:sr-only">{words.howToUsePage.title}</span>
          </Link>
          <a href={COMMUNITY_URL} target="_blank" rel="noreferrer" className={link}>
            <MessagesSquare aria-hidden="true" className="size-5" />
            <span className="max-sm:sr-only">{words.app.community}</span>
            <span className="sr-only"> {words.app.opensInNewTab}</span>
          </a>
        </nav>
      </div>
    </header>
  );
}

/** Queries the current user once; any failure counts as no user (specification §1). The page does not show it yet. */
function useCurrentUser() {
  return useQuery({
    queryKey: ['/api', 'auth', 'me'],
    queryFn: () => callApi('currentUser', {}).catch(() => null),
  });
}
