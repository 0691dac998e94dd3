import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Glyph } from './glyph.tsx'

const manager = Toast.createToastManager()

let isShown = false
const waiting: string[] = []

/** Confirms what the reader just did. Errors that need an action stay on the page. */
export function toast(title: string): void {
  if (isShown) manager.add({ title })
  else waiting.push(title)
}

/** Where toasts appear; once, around everything. */
export function Toasts() {
  // The provider inside listens by now; it receives no earlier toast.
  useEffect(() => {
    isShown = true
    for (const title of waiting.splice(0)) manager.add({ title })
    return () => {
      isShown = false
    }
  }, [])
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
