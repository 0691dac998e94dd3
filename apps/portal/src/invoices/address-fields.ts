import { countryCodes } from '@gateway/domain/invoices/country'
import type { FieldValues, Path } from 'react-hook-form'
import { asTyped } from '../ui/form/as-typed.ts'
import type { FieldOf } from '../ui/form/fields.tsx'
import { countryName } from './language-name.ts'

/** An address as it is typed. */
export interface AddressValues {
  readonly street: string
  readonly extra: string
  readonly postcode: string
  readonly city: string
  readonly region: string
  readonly country: string
}

const NONE = { street: '', extra: '', postcode: '', city: '', region: '', country: '' }

/** An address as a form begins with it. */
export const addressValues = (address: { readonly [Name in keyof AddressValues]: string | null } | null | undefined): AddressValues =>
  asTyped(address ?? NONE)

const countries = countryCodes.map((code) => [code, countryName(code)] as const).toSorted(([, one], [, other]) => one.localeCompare(other))

/** The fields of an address under a member of a form; an optional one is left out where all of them are empty. */
export const addressFields = <Values extends FieldValues>(
  member: string,
  { isOptional }: { readonly isOptional: boolean },
): readonly FieldOf<Values>[] => {
  // The caller's values have an address under this member.
  const at = (name: keyof AddressValues) => `${member}.${name}` as Path<Values>
  return [
    { name: at('street'), label: 'Street and number', isOptional },
    { name: at('extra'), label: 'Second line', isOptional: true },
    { name: at('postcode'), label: 'Postcode', isOptional: true },
    { name: at('city'), label: 'City', isOptional },
    { name: at('region'), label: 'Region', isOptional: true },
    { name: at('country'), label: 'Country', options: [['', 'None'], ...countries] },
  ]
}
