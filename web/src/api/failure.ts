// What a request can end with instead of an answer: always a sentence for a person, and a hint where we have one.
import type { ApiError, Diagnostic } from "./types";

export class ApiFailure extends Error {
  readonly code: string;
  readonly hint: string;
  readonly status: number;
  readonly diagnostics: Diagnostic[];

  constructor(code: string, message: string, more: { hint?: string; status?: number; diagnostics?: Diagnostic[] } = {}) {
    super(message);
    this.name = "ApiFailure";
    this.code = code;
    this.hint = more.hint ?? "";
    this.status = more.status ?? 0;
    this.diagnostics = more.diagnostics ?? [];
  }

  static of(error: ApiError, status = 0): ApiFailure {
    return new ApiFailure(error.code, error.message, { hint: error.hint, status, diagnostics: error.diagnostics });
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The sentence and the hint to show for anything that was thrown. */
export function describeFailure(error: unknown): { message: string; hint: string } {
  if (error instanceof ApiFailure) return { message: error.message, hint: error.hint };
  if (error instanceof Error) return { message: error.message, hint: "" };
  return { message: String(error), hint: "" };
}
