// The row types of accounts, the administrator and mails. Times ending in `_at` are milliseconds since 1970. Only the
// stores of accounts/ and mail/ read and write these.

/** How many attempts of one kind a caller has made. */
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

/** A logged-in administrator or user. Only the hash of the cookie is stored. */
export interface SignInTable {
  token_hash: string;
  role: 'admin' | 'user';
  /** Null for the administrator. */
  user_id: string | null;
  created_at: number;
  last_seen_at: number;
}

/** One account. Added only once its address is confirmed. */
export interface UserTable {
  id: string;
  email: string;
  /** The normalized address, for comparison. */
  email_key: string;
  username: string;
  username_key: string;
  /** Null for a Google account. */
  password_hash: string | null;
  google_subject: string | null;
  created_at: number;
}

/** A sign-up whose address is to be confirmed. */
export interface SignUpTable {
  id: string;
  /** The hash of the token in the mailed link. */
  token_hash: string;
  /** The browser in which the form was filled in. */
  visitor_id: string;
  email: string;
  email_key: string;
  username: string;
  username_key: string;
  password_hash: string;
  created_at: number;
  /** When the link was opened; null while pending. */
  confirmed_at: number | null;
}

export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  tries: number;
  next_try_at: number;
  created_at: number;
}

/** One visit to Google that has not returned yet. */
export interface GoogleVisitTable {
  state_hash: string;
  nonce: string;
  code_verifier: string;
  created_at: number;
}

export interface AccountTables {
  attempts: AttemptTable;
  sign_ins: SignInTable;
  users: UserTable;
  sign_ups: SignUpTable;
  mails: MailTable;
  google_visits: GoogleVisitTable;
}
