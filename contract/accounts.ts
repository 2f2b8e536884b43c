// Accounts, the administrator's session, and who is asking.
import { z } from 'zod';

/** Longest password in characters; hashing cost stays bounded (hostile case 111). */
const LONGEST_PASSWORD = 256;

/** A new account. Blank fields and differing passwords are refused with the specification's words. */
export const SignUpRequest = z.object({
  email: z.string().max(254),
  username: z.string().max(100),
  password: z.string().max(LONGEST_PASSWORD),
  confirmPassword: z.string().max(LONGEST_PASSWORD),
});

/** Who is asking: null for a visitor without an account. */
export const CurrentUser = z.object({ username: z.string() }).nullable();

/** The administrator's shared password. */
export const AdminLoginRequest = z.object({
  password: z.string('Please enter the password').min(1, 'Please enter the password').max(LONGEST_PASSWORD),
});

/** Whether this session is the administrator's. */
export const AdminCheck = z.object({ isAdmin: z.boolean() });
