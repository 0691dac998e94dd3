/** The first fault that fits, used up once by it. */
export function takeFault<Fault extends { readonly times?: number }>(faults: Fault[], fits: (fault: Fault) => boolean): Fault | undefined {
  const at = faults.findIndex(fits)
  const fault = faults[at]
  if (!fault) return undefined
  const { times = 1 } = fault
  faults.splice(at, 1, ...(times > 1 ? [{ ...fault, times: times - 1 }] : []))
  return fault
}
