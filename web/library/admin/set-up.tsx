// The first visit of the administrator to a new site: password, address and mails, or a backup to restore instead.
import { useLocation } from 'wouter';
import { useAdminSession } from '#web/account/admin-login-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { SiteBackups } from './site-backups.tsx';
import { Settings } from './site-settings.tsx';

const texts = words.adminPage.settings;

export function SetUp({ onLater }: { readonly onLater: () => void }) {
  const [, navigate] = useLocation();
  const { forget } = useAdminSession();
  const leave = () => void forget().then(() => navigate('/admin-login'));
  return (
    <div className="page-width grid grid-cols-1 gap-8 py-10 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b-2 border-ink pb-6">
        <div>
          <h1 className="display text-4xl sm:text-5xl">{texts.setUp}</h1>
          <p className="mt-3 max-w-prose">{texts.setUpMeans}</p>
        </div>
        <Button variant="secondary" onClick={onLater}>
          {texts.later}
        </Button>
      </div>
      <Settings isNew onSaved={forget} onSessionEnded={leave} />
      <SiteBackups isNew onSessionEnded={leave} />
    </div>
  );
}
