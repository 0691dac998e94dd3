import { type Decision, decisionText } from '@gateway/domain/custody/decision-log'
import { isSameMac, mac, newestOf } from '../pins/pin-mac.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

type DecisionKeys = Pick<SignerKeys, 'decisionKeys'>

/** The signer's mark under a decision and its place in the record (HMAC-SHA256, RFC 2104), by its newest seed. */
export const decisionMac = ({ decisionKeys }: DecisionKeys, decision: Decision): Buffer =>
  mac(newestOf(decisionKeys), decisionText(decision))

/** True of a mark that this signer has made under exactly this decision, with any of its seeds. */
export function isDecisionMac({ decisionKeys }: DecisionKeys, decision: Decision, stored: Uint8Array): boolean {
  const text = decisionText(decision)
  return decisionKeys.some((key) => isSameMac(stored, mac(key, text)))
}
