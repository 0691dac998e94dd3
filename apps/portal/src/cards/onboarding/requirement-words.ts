/** What the processor may want to know, by the end of its name, from the most particular on (Account.requirements). */
const words: readonly (readonly [ending: string, words: string])[] = [
  ['verification.additional_document', 'a second document that proves it'],
  ['verification.document', 'an identity document'],
  ['verification.proof_of_liveness', 'a picture taken now'],
  ['dob.day', 'date of birth'],
  ['dob.month', 'date of birth'],
  ['dob.year', 'date of birth'],
  ['first_name', 'first name'],
  ['last_name', 'last name'],
  ['ssn_last_4', 'last four digits of the social security number'],
  ['id_number', 'personal identification number'],
  ['email', 'e-mail address'],
  ['phone', 'phone number'],
  ['relationship.title', 'job title'],
  ['relationship.owner', 'role as an owner'],
  ['relationship.executive', 'role as an executive'],
  ['tax_id', 'tax number'],
  ['vat_id', 'VAT number'],
  ['registration_number', 'registration number'],
  ['structure', 'legal form'],
  ['name', 'name'],
]

/** Requirements that are about nobody in particular. */
const whole: Readonly<Record<string, string>> = {
  'business_profile.mcc': 'What your business sells',
  'business_profile.url': 'The website of your business',
  'business_profile.product_description': 'What your business sells',
  'business_profile.support_phone': 'A phone number for your customers',
  business_type: 'The kind of your business',
  external_account: 'A bank account for payouts',
  'tos_acceptance.date': 'Your agreement to the terms of the card processor',
  'tos_acceptance.ip': 'Your agreement to the terms of the card processor',
  'settings.payments.statement_descriptor': 'The name on the statements of cardholders',
}

/** Whom a requirement is about, by the beginning of its name. */
const people: readonly (readonly [beginning: RegExp, whose: string])[] = [
  [/^individual\./, 'Your'],
  [/^representative\./, 'The representative’s'],
  [/^owners\./, 'An owner’s'],
  [/^directors\./, 'A director’s'],
  [/^executives\./, 'An executive’s'],
  [/^company\./, 'The company’s'],
  [/^person_\w+\./, 'A person’s'],
]

/** What the processor still wants to know, in words, each once; a name that this version does not know is told as it is. */
export const requirementWords = (names: readonly string[]): readonly string[] => [...new Set(names.map(wordsOf))]

function wordsOf(name: string): string {
  if (Object.hasOwn(whole, name)) return whole[name] ?? name
  const [, whose] = people.find(([beginning]) => beginning.test(name)) ?? []
  const what = /\.address\./.test(name) ? 'address' : words.find(([ending]) => name.endsWith(`.${ending}`))?.[1]
  if (whose === undefined || what === undefined) return `“${name}”, as the card processor calls it`
  return what.startsWith('a') && /^an? /.test(what) ? `${whose} ${what.replace(/^an? /, '')}` : `${whose} ${what}`
}
