import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Each payment names the rules it was created under. */
export class Migration202611220033 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220033-payment-rules.sql', import.meta.url), 'utf8'))
  }
}
