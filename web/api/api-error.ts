// The error of a call with an unsuccessful answer.

/** An answer that is not a success. `message` is "status: body", or the status text without one (specification §8). */
export class ApiError extends Error {
  readonly status: number;
  /** The answer's status text; empty over HTTP/2. */
  readonly statusText: string;
  /** The plain sentence of the body, or null when the answer did not come from the product. */
  readonly sentence: string | null;
  /** The key of contract/errors.ts, or null. */
  readonly code: string | null;

  constructor(answer: { status: number; statusText: string; body: string }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.statusText = answer.statusText;
    const { sentence, code } = readErrorBody(answer.body);
    this.sentence = sentence;
    this.code = code;
  }
}

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = await response.text().catch(() => '');
  return new ApiError({ status: response.status, statusText: response.statusText, body });
}

/** The plain sentence of any failure, or `otherwise` when the failure has no sentence fit to show. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise;
}

function readErrorBody(body: string): { sentence: string | null; code: string | null } {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return { sentence: null, code: null };
    const { error, message, code } = parsed as Record<string, unknown>;
    return { sentence: textOrNull(error) ?? textOrNull(message), code: textOrNull(code) };
  } catch {
    // A proxy's page or plain text, which a visitor should not see.
    return { sentence: null, code: null };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
