import { emailAddress, newPassword } from './account-input.ts';
import { endpointUrl, optionalSetting, setting } from './setting-schemas.ts';

/** The settings of accounts and their passwords, by the names of their variables. */
export const accountSettings = {
  ADMIN_EMAIL: setting(
    'admin@localhost',
    'E-mail address of the admin account that the first start creates.',
    emailAddress,
  ),
  ADMIN_PASSWORD: optionalSetting(
    'Password of that account; if not set, one is generated, printed once and valid for 24 hours.',
    newPassword,
  ),
  BREACHED_PASSWORDS_URL: optionalSetting(
    'Where new passwords are looked up by 5 of the 40 digits of their SHA-1, such as https://api.pwnedpasswords.com, besides the bundled list of breached ones.',
    endpointUrl.transform((url) => url.replace(/\/+$/, '')),
  ),
};
