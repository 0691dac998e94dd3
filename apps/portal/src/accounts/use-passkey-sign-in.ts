import { useMutation } from '@tanstack/react-query'
import { api } from '../trpc.ts'
import { askForPasskey } from './webauthn.ts'

/** Signs in with a passkey: alone, or as the second factor of a ticket. */
export const usePasskeySignIn = ({ onDone }: { readonly onDone: () => void }) =>
  useMutation({
    mutationFn: async (ticket: string | undefined) => {
      const { challenge_id, options } = await api.accounts.portal.passkeyOptions.mutate({ ticket })
      const response = await askForPasskey(options)
      return api.accounts.portal.finishPasskey.mutate({ challenge_id, response })
    },
    onSuccess: onDone,
  })
