import { Toast } from '@base-ui/react/toast'
import { Glyph } from './glyph.tsx'

const manager = Toast.createToastManager()

/** Confirms what the reader just did. Errors that need an action stay on the page. */
export const toast = (title: string): void => void manager.add({ title })

/** Where toasts appear; once, around everything. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((shown) => (
    <Toast.Root key={shown.id} toast={shown} className="toast">
      <Glyph state="confirmed" />
      <Toast.Title render={<span />} />
    </Toast.Root>
  ))
}
