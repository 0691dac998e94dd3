import { credentialTypes } from '@gateway/domain/identity/credential'
import { contextUrlOf } from './unsigned-credential.ts'

/** Members of subjects that are JSON of their own, and those that are moments. */
const forms: Readonly<Record<string, string>> = {
  trustVector: '@json',
  computedAt: 'http://www.w3.org/2001/XMLSchema#dateTime',
  settledAt: 'http://www.w3.org/2001/XMLSchema#dateTime',
  accountDid: '@id',
}

/** What our credentials say of their subjects. */
const subjectTerms = [
  'accountDid',
  'amount',
  'computedAt',
  'currency',
  'displayName',
  'escrowId',
  'role',
  'score',
  'settledAt',
  'shownBy',
  'totalTasks',
  'trustVector',
] as const

/**
 * The JSON-LD context of our own types: verifiers that process JSON-LD refuse what no context defines. It never changes; another one would get another address.
 * Source: W3C VC 2.0, §5.2.
 */
export function jsonLdContextOf(publicUrl: string) {
  const vocabulary = `${contextUrlOf(publicUrl)}#`
  const types = credentialTypes.map((type) => [type, `${vocabulary}${type}`])
  const terms = subjectTerms.map((term) => {
    const id = `${vocabulary}${term}`
    return [term, forms[term] === undefined ? id : { '@id': id, '@type': forms[term] }]
  })
  return { '@context': { '@version': 1.1, '@protected': true, ...Object.fromEntries([...types, ...terms]) } }
}
