import { type ReactNode, useEffect, useState } from 'react';
import { actingSlug } from '../app/base-path';
import { patientFetch } from '../http/patient-fetch';

interface ApiImageProps {
  /** A path of the API, or a data URL. */
  src: string;
  alt: string;
  width?: number;
  height?: number;
  onError?: () => void;
}

/** The browser treats it as every image that it cannot load. */
const NO_IMAGE = 'data:,';

/** An image of the API. While an operator acts for an organization it is fetched, since an `<img>` can name none. */
export function ApiImage(props: ApiImageProps): ReactNode {
  const isHere = actingSlug() === null || props.src.startsWith('data:');
  return isHere ? <img {...props} /> : <FetchedImage key={props.src} {...props} />;
}

function FetchedImage({ src, ...rest }: ApiImageProps): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let made: string | null = null;
    const load = async (): Promise<void> => {
      const request = new Request(new URL(src, globalThis.location.origin), { signal: left.signal });
      const response = await patientFetch(request);
      if (!response.ok) throw new Error(`The image answered ${response.status}.`);
      made = URL.createObjectURL(await response.blob());
      setUrl(made);
    };
    load().catch(() => {
      if (!left.signal.aborted) setUrl(NO_IMAGE);
    });
    return () => {
      left.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [src]);
  return <img {...rest} src={url ?? undefined} />;
}
