import { EnableLightningInput } from '@gateway/contract/lightning/inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { filledIn, useWireForm } from '../../ui/form/use-wire-form.ts'
import { FormRefusal } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'

interface Values {
  readonly walletId: string
}

const WalletForm = filledIn(EnableLightningInput)

const fields = [
  {
    name: 'walletId',
    label: 'Name',
    hint: 'Your API calls name the wallet by it, for example main. It cannot be changed.',
    autoFocus: true,
  },
] as const

/** Enables a wallet of the business under a name of the merchant's own. */
export function EnableWallet({ onClose }: { readonly onClose: () => void }) {
  const enable = useEnabling(onClose)
  const form = useWireForm<Values>(WalletForm, { walletId: '' }, enable.error)
  return (
    <Dialog isOpen onClose={onClose} title="Enable a Lightning wallet">
      <form className="stack" onSubmit={form.handleSubmit((values) => enable.mutate(values))}>
        <FormRefusal fact="The wallet could not be enabled" error={enable.error} />
        <Fields form={form} fields={fields} />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Enable none</Button>
          <Button look="primary" type="submit" busy={enable.isPending && 'Enabling…'}>
            Enable wallet
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useEnabling(onClose: () => void) {
  const businessId = useBusinessId()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: Values) => api.lightning.nodes.enable.mutate({ ...values, businessId } as never, once(key)),
    onSuccess: async ({ node }) => {
      await client.invalidateQueries({ queryKey: trpc.lightning.pathKey() })
      toast(`The wallet ${node.wallet_id} is enabled.`)
      onClose()
    },
  })
}
