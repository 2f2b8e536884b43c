// /admin-login: the administrator's log-in.
import { useLocation } from 'wouter';
import { AdminLoginForm } from '#web/features/accounts/admin-login-form.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { words } from '#web/words/words.ts';

export default function AdminLoginPage() {
  useDocumentTitle(words.adminLoginPage.title);
  const [, navigate] = useLocation();
  return (
    <div className="page-width grid min-h-[60svh] content-center justify-items-center py-12">
      <div className="w-full max-w-md rounded-md border border-line border-t-4 border-t-pro bg-raised p-6 sm:p-8">
        <h1 className="display text-3xl">{words.adminLoginPage.title}</h1>
        <p className="mt-2 mb-6 text-ink-soft">{words.adminLoginPage.forWhom}</p>
        <AdminLoginForm onLoggedIn={() => navigate('/admin')} />
      </div>
    </div>
  );
}
