/**
 * Words and phrases that lists of guesses begin with, long enough to come near the minimum once digits are put behind them.
 * Tails of digits and marks are cut off before the comparison, so `password1234` and `welcome2026!!` are covered by one entry each.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort motdepasse contrasena wachtwoord parola passw0rd p@ssword p@ssw0rd passwordpassword mypassword newpassword
   password1password changeme changemenow letmein letmeinnow welcome welcomehome admin administrator adminadmin root rootroot
   qwerty qwertyuiop qwertyqwerty qwertyasdfgh qwerty123qwerty asdfghjkl asdfasdfasdf zxcvbnm 1q2w3e4r5t6y 1q2w3e4r5t 1qaz2wsx3edc
   q1w2e3r4t5y6 abcd1234abcd abc123abc123 123qwe123qwe 123abc123abc iloveyou iloveyouforever ilovemyself trustno1 trustnoone
   sunshine princess football baseball basketball superman batman starwars whatever computer internet dragon monkey shadow
   master michael jennifer charlie freedom liverpool chelsea manchester barcelona security secret secretsecret topsecret
   testtesttest testing test1234test guestguest demodemodemo defaultdefault correcthorsebatterystaple drowsyguard callcenter
   callcenterstudio studio studioadmin operator supervisor temporary temppassword company spring summer autumn winter january
   february september october november december monday friday`.split(/\s+/),
);
