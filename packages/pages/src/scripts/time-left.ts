const MINUTE = 60
const HOUR = 3_600

const padded = (count: number): string => String(count).padStart(2, '0')

/** Seconds as `9:41`, from an hour on as `1:09:41`. Shared by the server, which draws the first one. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const [hours, minutes] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE)]
  const clock = hours > 0 ? `${hours}:${padded(minutes)}` : String(minutes)
  return `${clock}:${padded(left % MINUTE)}`
}
