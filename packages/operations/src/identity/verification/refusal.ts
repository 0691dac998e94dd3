/** Why a credential is not valid, as the interface says it. */
const credentialProblems = [
  'unknown',
  'malformed',
  'altered',
  'issuer_mismatch',
  'issuer_unreachable',
  'unknown_key',
  'bad_signature',
  'not_yet_valid',
  'expired',
  'status_unreachable',
  'status_unreadable',
  'revoked',
  'suspended',
] as const
/** One of them. */
export type CredentialProblem = (typeof credentialProblems)[number]

/** A credential is not valid. */
export class CredentialRefused extends Error {
  readonly problem: CredentialProblem
  constructor(problem: CredentialProblem) {
    super(`the credential is not valid: ${problem}`)
    this.problem = problem
  }
}
