import { COMMON_PASSWORDS } from "./common_passwords";

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

/**
 * Why a password may not be chosen, or null when it may. NIST SP 800-63B: length counts, rules on classes of characters do not;
 * what everybody tries first is refused. Lengths are in characters as people count them.
 */
export function passwordFault(password: string, email: string): string | null {
  const text = password.normalize("NFKC");
  const length = Array.from(text).length;
  if (length < PASSWORD_MIN_LENGTH) return `must have at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > PASSWORD_MAX_LENGTH) return `must have at most ${PASSWORD_MAX_LENGTH} characters`;
  const plain = text.toLowerCase();
  const address = email.toLowerCase();
  const local = address.split("@")[0] ?? "";
  if (plain === address || withoutTail(plain) === local) return "must not be the e-mail address";
  if (new Set(plain).size < 4) return "must have at least four different characters";
  if (isSequence(plain)) return "must not be a sequence";
  if (COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(withoutTail(plain)))
    return "is one of the passwords that are tried first";
  return null;
}

/** `password2026!` is `password` to those who guess. */
function withoutTail(text: string): string {
  return text.replace(/[0-9!?.@#$*_-]+$/, "");
}

const ROWS = [
  "0123456789012345678901234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
];

function isSequence(text: string): boolean {
  const backwards = Array.from(text).reverse().join("");
  return ROWS.some((row) => row.includes(text) || row.includes(backwards));
}
