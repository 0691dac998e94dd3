import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Blocks, LogOut, Moon, Sun, User } from 'lucide-react'
import { useSession } from '../accounts/session.ts'
import { leaveTo, trpc } from '../trpc.ts'
import { Initial } from '../ui/initial.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { messageOf } from '../ui/problem.ts'
import { useTheme } from './theme.ts'

/** Toasts are no part of the first page, so they are loaded for it. */
const tell = async (error: unknown): Promise<void> => (await import('../ui/toasts.tsx')).toast(messageOf(error))

/** The account: its settings, the theme, and the way out. */
export function AccountMenu() {
  const { merchant } = useSession()
  const { theme, turn } = useTheme()
  const signOut = useMutation(
    trpc.accounts.portal.signOut.mutationOptions({
      onSuccess: () => leaveTo('/dashboard/sign-in'),
      onError: tell,
    }),
  )
  const shown = merchant.name ?? merchant.email
  const trigger = (
    <button type="button" className="btn btn--ghost btn--icon" aria-label={`Account: ${shown}`}>
      <Initial name={shown} isRound />
    </button>
  )
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Menu trigger={trigger} label={merchant.email} align="end">
      <MenuItem render={<Link to="/account" />}>
        <User className="icon" aria-hidden="true" />
        Account and security
      </MenuItem>
      <MenuItem render={<Link to="/connected-apps" />}>
        <Blocks className="icon" aria-hidden="true" />
        Connected apps
      </MenuItem>
      <MenuItem onSelect={turn}>
        <Icon className="icon" aria-hidden="true" />
        {theme === 'dark' ? 'Light theme' : 'Dark theme'}
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut className="icon" aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  )
}
