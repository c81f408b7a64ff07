export interface SmtpServer {
  host: string;
  port: number;
  secure: boolean;
  user: string | null;
  password: string | null;
  /** An organization chose it: only public addresses are connected to. */
  isGuarded: boolean;
}

export interface MailAddress {
  name: string;
  address: string;
}

const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** The server that SMTP_URL names: `smtp://` or `smtps://`, with user and password if needed. */
export function smtpServerOf(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(port),
    secure,
    user: username === '' ? null : decodeURIComponent(username),
    password: password === '' ? null : decodeURIComponent(password),
    isGuarded: false,
  };
}
