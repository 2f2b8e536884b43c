// Sign-up, the administrator's session and the current user.
import { z } from 'zod';

/** Longest password in characters; hashing cost stays bounded (hostile case 111). */
const MAX_PASSWORD_LENGTH = 256;

/** A new account. Blank fields and differing passwords are refused with the specification's words. */
export const SignUpRequest = z.object({
  email: z.string().max(254),
  username: z.string().max(100),
  password: z.string().max(MAX_PASSWORD_LENGTH),
  confirmPassword: z.string().max(MAX_PASSWORD_LENGTH),
});

/** The current user; null for a visitor without an account. */
export const CurrentUser = z.object({ username: z.string() }).nullable();

/** The administrator's shared password. */
export const AdminLoginRequest = z.object({
  password: z.string('Please enter the password').min(1, 'Please enter the password').max(MAX_PASSWORD_LENGTH),
});

/** Whether this session is the administrator's. */
export const AdminCheck = z.object({ isAdmin: z.boolean() });
