import { languageTags } from '@gateway/domain/kernel/language'
import type { Outputs } from '../../trpc.ts'
import { asTyped } from '../../ui/form/as-typed.ts'
import type { FieldOf } from '../../ui/form/fields.tsx'
import { withoutEmpty } from '../../ui/form/without-empty.ts'
import { addressFields, type AddressValues, addressValues } from '../address-fields.ts'
import { languageName } from '../language-name.ts'

/** A client as it is answered. */
export type Client = Outputs['invoices']['clients']['get']['client']

/** A client as it is typed. */
export interface ClientValues {
  readonly name: string
  readonly email: string
  readonly language: string
  readonly taxId: string
  readonly address: AddressValues
  readonly electronicAddress: { readonly scheme: string; readonly value: string }
}

/** The form of a client; of a new one without it. */
export const valuesOf = (client: Client | undefined): ClientValues => ({
  ...asTyped({ name: client?.name, email: client?.email, language: client?.language, taxId: client?.tax_id }),
  address: addressValues(client?.address),
  electronicAddress: asTyped(client?.electronic_address ?? { scheme: '', value: '' }),
})

/** The wish for a new client: without what is empty. */
export const creationOf = (values: ClientValues): Readonly<Record<string, unknown>> => Object(withoutEmpty(values))

/** The wish about a client: what is empty is cleared. */
export const changeOf = (id: string, { address, electronicAddress, ...texts }: ClientValues): Readonly<Record<string, unknown>> => ({
  id,
  ...texts,
  address: withoutEmpty(address) ?? '',
  electronicAddress: withoutEmpty(electronicAddress) ?? '',
})

/** The fields of a client. */
export const clientFields: readonly FieldOf<ClientValues>[] = [
  { name: 'name', label: 'Name', autoFocus: true },
  { name: 'email', label: 'E-mail', kind: 'email', isOptional: true, hint: 'Invoices are sent to it.' },
  {
    name: 'language',
    label: 'Language',
    options: [['', 'English'], ...languageTags.filter((tag) => tag !== 'en').map((tag) => [tag, languageName(tag)] as const)],
  },
  { name: 'taxId', label: 'Tax ID', isOptional: true, hint: 'A VAT ID with the prefix of its country, or a local number.' },
  ...addressFields<ClientValues>('address', { isOptional: true }),
  { name: 'electronicAddress.scheme', label: 'E-invoice scheme', isOptional: true, hint: 'A code of the EAS list; EM is e-mail.' },
  { name: 'electronicAddress.value', label: 'E-invoice address', isOptional: true },
]
