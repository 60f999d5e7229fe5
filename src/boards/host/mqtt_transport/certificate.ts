import { X509Certificate } from "node:crypto";

/** OpenSSL can read every certificate of `pem`, a PEM text of one or more. */
export function readsCertificate(pem: string): boolean {
  try {
    for (const block of pem.split(/(?=-----BEGIN CERTIFICATE-----)/)) new X509Certificate(block);
    return true;
  } catch {
    return false;
  }
}
