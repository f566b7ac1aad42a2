import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import world from "world-atlas/countries-110m.json";

import { regionName } from "../../lib/countries.ts";
import { t } from "../../lib/translate.ts";
import classes from "./country-map.module.css";

type Props = {
  /** ISO codes; none: all countries. */
  readonly allowed: readonly string[];
  readonly onToggle: (country: string) => void;
};

const width = 720;
const height = 352;
/** Territories without a number of their own, under the code that their phone numbers have. */
const unnumbered: Readonly<Record<string, string>> = { Kosovo: "XK", "N. Cyprus": "CY", Somaliland: "SO" };

/**
 * The world, with the countries that get codes. It shows and chooses what the field above it does, which has the small
 * countries too and is what a keyboard or a screen reader uses.
 */
export function CountryMap({ allowed, onToggle }: Props) {
  const isAllowed = (country: string): boolean => allowed.length === 0 || allowed.includes(country);
  return (
    <figure className={classes.map}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
        onClick={({ target }) => {
          const country = (target as Element).closest<SVGElement>("[data-country]")?.dataset["country"];
          if (country) onToggle(country);
        }}
      >
        {shapes.map(({ country, path }) => (
          <path key={path} d={path} data-country={country} data-allowed={isAllowed(country) || undefined}>
            <title>{`${regionName(country)}: ${isAllowed(country) ? t`gets codes` : t`gets no codes`}`}</title>
          </path>
        ))}
      </svg>
      <figcaption>
        <span data-allowed>{t`gets codes`}</span>
        <span>{t`gets no codes`}</span>
      </figcaption>
    </figure>
  );
}

const shapes = shapesOf(world as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>);

function shapesOf(topology: Topology<{ countries: GeometryCollection<{ name: string }> }>) {
  const { features } = feature(topology, topology.objects.countries);
  // Nobody has a number there, and it would take a fifth of the height.
  const inhabited = features.filter(({ properties }) => properties.name !== "Antarctica");
  const projection = geoNaturalEarth1().fitSize([width, height], { type: "FeatureCollection", features: inhabited });
  const draw = geoPath(projection).digits(1);
  return inhabited.flatMap((shape) => {
    const country = unnumbered[shape.properties.name] ?? countryOf(String(shape.id));
    const path = draw(shape);
    return country !== undefined && path !== null ? [{ country, path }] : [];
  });
}

/** The ISO code of a country's ISO number: `276` is `DE`. */
function countryOf(number: string): string | undefined {
  return /^\d{3}$/.test(number) ? new Intl.Locale(`und-${number}`).region : undefined;
}
