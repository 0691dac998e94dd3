import { type Decision, decisionText } from '@gateway/domain/custody/decision-log'
import { isSameMac, mac, newestOf } from '../pins/pin-mac.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

type DecisionKeys = Pick<SignerKeys, 'decisionKeys'>

/** HMAC-SHA256 (RFC 2104) over a decision and its sequence number, with the newest seed's key. */
export const decisionMac = ({ decisionKeys }: DecisionKeys, decision: Decision): Buffer =>
  mac(newestOf(decisionKeys), decisionText(decision))

/** True when any seed of this signer made this MAC over exactly this decision. */
export function isDecisionMac({ decisionKeys }: DecisionKeys, decision: Decision, stored: Uint8Array): boolean {
  const text = decisionText(decision)
  return decisionKeys.some((key) => isSameMac(stored, mac(key, text)))
}
