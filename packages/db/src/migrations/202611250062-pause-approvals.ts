import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Lifting a pause is two functions, so that operators can approve it and only the signer does it. */
export class Migration202611250062 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250062-pause-approvals.sql', import.meta.url), 'utf8'))
  }
}
