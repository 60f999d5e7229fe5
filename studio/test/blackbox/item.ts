/** One item of a list as it came: the client has held it to the served document already. */
// biome-ignore lint/suspicious/noExplicitAny: the checks read what the document promises, and say so when it is not there
export type Item = any;
