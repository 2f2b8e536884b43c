// 'Sign up with Google': navigates to the server, which redirects to Google.
import { ROUTES } from '#contract/routes.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

/** 'Sign up with Google'. */
export function GoogleButton() {
  return (
    <Button
      variant="secondary"
      size="large"
      className="w-full"
      onClick={() => window.location.assign(ROUTES.googleSignUp.path)}
    >
      <GoogleMark />
      {words.accounts.signUpWithGoogle}
    </Button>
  );
}

/** Google's letter in the text colour, because Google's four colours are not in this product's palette. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
      <path d="M12.2 10.2v3.9h5.5a4.8 4.8 0 0 1-2 3.1 6.2 6.2 0 0 1-9.3-3.2 6.1 6.1 0 0 1 9.9-6.4l2.9-2.8A10.2 10.2 0 1 0 12.2 22.2c5.9 0 9.8-4.1 9.8-9.9 0-.7-.1-1.4-.2-2.1Z" />
    </svg>
  );
}
