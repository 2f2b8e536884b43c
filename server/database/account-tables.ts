// The rows of accounts, of the administrator and of mails as TypeScript sees them. Times ending in `_at` are
// milliseconds since 1970. Only the stores of accounts/ and mail/ read and write these.

/** How often one caller has tried one kind of thing. */
export interface AttemptTable {
  kind: string;
  /** A hashed address, or `*` for all callers together. */
  caller: string;
  in_a_row: number;
  in_window: number;
  window_began_at: number;
  /** Nothing is admitted before this time. */
  blocked_until: number;
}

/** Someone who proved who they are. Only the hash of the cookie is known. */
export interface SignInTable {
  token_hash: string;
  role: 'admin' | 'user';
  /** Null for the administrator. */
  user_id: string | null;
  created_at: number;
  last_seen_at: number;
}

/** One account. It is there only once its address was confirmed. */
export interface UserTable {
  id: string;
  email: string;
  /** The address in the form in which two of them are the same. */
  email_key: string;
  username: string;
  username_key: string;
  /** Null for an account that Google vouches for. */
  password_hash: string | null;
  google_subject: string | null;
  created_at: number;
}

/** An account that waits for its address to be confirmed. */
export interface SignUpTable {
  id: string;
  /** The hash of what the mailed link holds. */
  token_hash: string;
  /** The browser in which the form was filled in. */
  visitor_id: string;
  email: string;
  email_key: string;
  username: string;
  username_key: string;
  password_hash: string;
  created_at: number;
  /** When the link was followed; null while it waits. */
  confirmed_at: number | null;
}

/** One mail that waits to be sent. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  tries: number;
  next_try_at: number;
  created_at: number;
}

/** One visit to Google that has not come back yet. */
export interface GoogleVisitTable {
  state_hash: string;
  nonce: string;
  code_verifier: string;
  created_at: number;
}

/** The tables of accounts. */
export interface AccountTables {
  attempts: AttemptTable;
  sign_ins: SignInTable;
  users: UserTable;
  sign_ups: SignUpTable;
  mails: MailTable;
  google_visits: GoogleVisitTable;
}
