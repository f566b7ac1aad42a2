<?php
/**
 * What the service may read: numbers of users by role or id, the site's roles, the state of the connection.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const PAGE_MAX = 5000;

add_action(
	'rest_api_init',
	function () {
		$may_look_up = function () {
			return has_capability( wp_get_current_user(), LOOK_UP );
		};
		register_rest_route(
			'tidings/v1',
			'/recipients',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_recipients',
				'permission_callback' => $may_look_up,
				'args'                => array(
					'roles' => array(
						'type'  => 'array',
						'items' => array( 'type' => 'string' ),
					),
					'ids'   => array(
						'type'     => 'array',
						'items'    => array(
							'type'    => 'integer',
							'minimum' => 1,
						),
						'maxItems' => PAGE_MAX,
					),
					'after' => array(
						'type'    => 'integer',
						'minimum' => 0,
						'default' => 0,
					),
					'limit' => array(
						'type'    => 'integer',
						'minimum' => 1,
						'maximum' => PAGE_MAX,
						'default' => PAGE_MAX,
					),
				),
			)
		);
		register_rest_route(
			'tidings/v1',
			'/roles',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_roles',
				'permission_callback' => $may_look_up,
			)
		);
		register_rest_route(
			'tidings/v1',
			'/status',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_status',
				'permission_callback' => function () use ( $may_look_up ) {
					return $may_look_up() || may_administer();
				},
			)
		);
	}
);

/**
 * Users with their numbers, by id. Two queries for 5,000 people: WordPress's own user query would load every user
 * object.
 *
 * @param \WP_REST_Request $request Keys `roles` or `ids`, `after`, `limit`.
 * @return \WP_REST_Response|\WP_Error
 */
function serve_recipients( $request ) {
	global $wpdb;
	$ids   = $request['ids'];
	$roles = $request['roles'];
	if ( ( null === $ids ) === ( null === $roles ) ) {
		return new \WP_Error( 'tidings_roles_or_ids', __( 'Request either roles or ids.', 'tidings' ), array( 'status' => 400 ) );
	}
	$unknown = array_values( array_diff( (array) $roles, array_keys( wp_roles()->role_names ) ) );
	if ( $unknown ) {
		return new \WP_Error(
			'tidings_unknown_role',
			/* translators: %s: names of roles */
			sprintf( __( 'This site has no role %s.', 'tidings' ), implode( ', ', $unknown ) ),
			array(
				'status' => 400,
				'roles'  => $unknown,
			)
		);
	}
	$key = $wpdb->get_blog_prefix() . 'capabilities';
	if ( null !== $ids ) {
		$which = $ids ? 'user_id IN (' . implode( ',', array_map( 'intval', $ids ) ) . ')' : '0 = 1';
	} else {
		$like = array();
		foreach ( $roles as $role ) {
			// As it is in the serialized list, in quotation marks.
			$like[] = $wpdb->prepare( 'meta_value LIKE %s', '%' . $wpdb->esc_like( '"' . $role . '"' ) . '%' );
		}
		$which = $like ? '(' . implode( ' OR ', $like ) . ')' : '0 = 1';
	}
	// phpcs:disable WordPress.DB -- $which is made of integers and of prepared parts; nothing here is worth a cache.
	$rows = $wpdb->get_results(
		$wpdb->prepare( "SELECT user_id, meta_value FROM {$wpdb->usermeta} WHERE meta_key = %s AND user_id > %d AND ", $key, $request['after'] )
		. $which . $wpdb->prepare( ' ORDER BY user_id LIMIT %d', $request['limit'] )
	);
	// phpcs:enable
	$found = phones_of( array_map( 'intval', array_column( $rows, 'user_id' ) ) );
	$items = array();
	foreach ( $rows as $row ) {
		$id   = (int) $row->user_id;
		$caps = array_filter( (array) maybe_unserialize( $row->meta_value ) );
		// A capability of a single user may have the name of a role.
		$held = array_values( array_filter( array_map( 'strval', array_keys( $caps ) ), array( wp_roles(), 'is_role' ) ) );
		if ( null !== $roles && ! array_intersect( $held, $roles ) ) {
			continue;
		}
		$items[] = array(
			'id'      => $id,
			'phone'   => $found[ $id ]['phone'] ?? null,
			'country' => $found[ $id ]['country'] ?? null,
			'roles'   => $held,
		);
	}
	$more = count( $rows ) === (int) $request['limit'];
	return rest_ensure_response(
		array(
			'items' => $items,
			'next'  => $more ? (int) end( $rows )->user_id : null,
		)
	);
}

/**
 * Numbers by user id; users without a number are absent.
 *
 * @param int[] $ids Users.
 * @return array[] Keys `phone` and `country`: that of the billing address, where the number is the billing phone, which
 *                 people write without their country's code; else null.
 */
function phones_of( $ids ) {
	global $wpdb;
	if ( ! $ids ) {
		return array();
	}
	$keys   = phone_keys();
	$asked  = array_merge( $keys, array( BILLING_COUNTRY_KEY ) );
	$places = implode( ',', array_fill( 0, count( $asked ), '%s' ) );
	// phpcs:disable WordPress.DB -- ids are integers, keys are placeholders.
	$rows = $wpdb->get_results(
		'SELECT user_id, meta_key, meta_value FROM ' . $wpdb->usermeta . ' WHERE user_id IN (' . implode( ',', $ids ) . ') AND '
		. $wpdb->prepare( "meta_key IN ($places)", $asked )
	);
	// phpcs:enable
	$found = array();
	foreach ( $rows as $row ) {
		$value = trim( (string) $row->meta_value );
		if ( '' !== $value ) {
			$found[ (int) $row->user_id ][ $row->meta_key ] = $value;
		}
	}
	$phones = array();
	foreach ( $found as $id => $by_key ) {
		foreach ( $keys as $key ) {
			if ( isset( $by_key[ $key ] ) ) {
				$phones[ $id ] = array(
					'phone'   => $by_key[ $key ],
					'country' => BILLING_PHONE_KEY === $key ? $by_key[ BILLING_COUNTRY_KEY ] ?? null : null,
				);
				break;
			}
		}
	}
	return $phones;
}

/**
 * The site's roles.
 *
 * @return \WP_REST_Response
 */
function serve_roles() {
	$items = array();
	foreach ( wp_roles()->role_names as $name => $label ) {
		$items[] = array(
			'name'  => (string) $name,
			'label' => translate_user_role( $label ),
		);
	}
	return rest_ensure_response( array( 'items' => $items ) );
}

/**
 * What `tidings doctor` checks.
 *
 * @return \WP_REST_Response
 */
function serve_status() {
	$granted = array();
	foreach ( wp_roles()->role_objects as $name => $role ) {
		$granted[ $name ] = array_values( array_filter( CAPABILITIES, array( $role, 'has_cap' ) ) );
	}
	$connection = connection();
	return rest_ensure_response(
		site_facts() + array(
			'application_passwords' => wp_is_application_passwords_available(),
			'https'                 => is_ssl(),
			'permalinks'            => '' !== (string) get_option( 'permalink_structure' ),
			'php'                   => PHP_VERSION,
			'time'                  => time(),
			'service_url'           => $connection ? $connection['url'] : null,
			'capabilities'          => array_filter( $granted ),
		)
	);
}

/**
 * What the service needs to know about the site.
 *
 * @return array
 */
function site_facts() {
	return array(
		'name'        => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
		'home'        => home_url( '/' ),
		'rest'        => rest_url(),
		'timezone'    => wp_timezone_string(),
		'wordpress'   => get_bloginfo( 'version' ),
		'woocommerce' => defined( 'WC_VERSION' ) ? WC_VERSION : null,
		'plugin'      => VERSION,
	);
}
