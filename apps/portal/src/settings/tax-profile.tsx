import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { confirmed } from '../accounts/confirmed.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { addressFields, type AddressValues, addressValues } from '../invoices/address-fields.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { asTyped } from '../ui/form/as-typed.ts'
import { EntryForm } from '../ui/form/entry-form.tsx'
import type { FieldOf } from '../ui/form/fields.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { withoutEmpty } from '../ui/form/without-empty.ts'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { ClearTaxProfile } from './clear-tax-profile.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

type Business = Outputs['businesses']['get']['business']

interface Values {
  readonly id: string
  readonly taxProfile: {
    readonly legalName: string
    readonly address: AddressValues
    readonly vatId: string
    readonly taxNumber: string
    readonly registrationId: string
    readonly contact: { readonly name: string; readonly email: string; readonly phone: string }
  }
}

const wishOf = ({ id, taxProfile }: Values) => ({ id, taxProfile: withoutEmpty(taxProfile) ?? {} })
// The raw form is one of this shape: it comes from its fields alone.
const TaxProfileForm = z.preprocess((form) => wishOf(form as Values), UpdateBusinessInput)

/** Who stands as the seller on the invoices of the business. */
export function TaxProfilePage() {
  const id = useBusinessId()
  const { data } = useSuspenseQuery(trpc.businesses.get.queryOptions({ id }))
  return (
    <Page title="Settings" actions={data.business.tax_profile !== null && <ClearTaxProfile id={id} />}>
      <SettingsTabs />
      <p className="max-w-108">
        The seller as the tax office knows it. With it, and the address of the client, the PDF of an invoice is an e-invoice too. Invoices
        that were sent keep theirs.
      </p>
      <Form key={data.business.updated_at} business={data.business} />
    </Page>
  )
}

function Form({ business }: { readonly business: Business }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (values: Values) => confirmed(() => api.businesses.update.mutate(wishOf(values) as never)),
    onSuccess: async () => {
      toast('The tax profile is saved.')
      await client.invalidateQueries({ queryKey: trpc.businesses.pathKey() })
    },
  })
  const form = useWireForm<Values>(TaxProfileForm, valuesOf(business), save.error)
  return (
    <EntryForm form={form} fields={fields} call={save} fact="The tax profile could not be saved" act="Save tax profile" busy="Saving…" />
  )
}

const valuesOf = ({ id, tax_profile: profile }: Business): Values => ({
  id,
  taxProfile: {
    ...asTyped({
      legalName: profile?.legal_name,
      vatId: profile?.vat_id,
      taxNumber: profile?.tax_number,
      registrationId: profile?.registration_id,
    }),
    address: addressValues(profile?.address),
    contact: asTyped(profile?.contact ?? { name: '', email: '', phone: '' }),
  },
})

const fields: readonly FieldOf<Values>[] = [
  { name: 'taxProfile.legalName', label: 'Legal name', hint: 'The name in the register, or of the owner.' },
  ...addressFields<Values>('taxProfile.address', { isOptional: false }),
  { name: 'taxProfile.vatId', label: 'VAT ID', isOptional: true, hint: 'With the prefix of its country, such as DE123456789.' },
  { name: 'taxProfile.taxNumber', label: 'Tax number', isOptional: true, hint: 'The local number of the tax office.' },
  { name: 'taxProfile.registrationId', label: 'Register number', isOptional: true, hint: 'In the register of companies.' },
  { name: 'taxProfile.contact.name', label: 'Contact', isOptional: true, hint: 'Whom clients ask.' },
  { name: 'taxProfile.contact.email', label: 'Contact’s e-mail', kind: 'email', isOptional: true },
  { name: 'taxProfile.contact.phone', label: 'Contact’s phone', isOptional: true },
]
