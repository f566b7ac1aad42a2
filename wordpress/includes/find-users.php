<?php
/**
 * Users by name, for people who choose recipients. The service calls on such a person's behalf; WordPress decides
 * whether that person may see the users of the site.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'tidings/v1',
			'/users',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_users',
				'permission_callback' => function () {
					return has_capability( wp_get_current_user(), LOOK_UP );
				},
				'args'                => array(
					'search' => array(
						'type'      => 'string',
						'minLength' => 2,
						'maxLength' => 100,
						'required'  => true,
					),
					'caller' => array(
						'type'     => 'integer',
						'minimum'  => 1,
						'required' => true,
					),
					'limit'  => array(
						'type'    => 'integer',
						'minimum' => 1,
						'maximum' => 100,
						'default' => 20,
					),
				),
			)
		);
	}
);

/**
 * Users whose name, login or e-mail address contains a text, by id.
 *
 * @param \WP_REST_Request $request Keys `search`, `caller` (the user for whom the service asks), `limit`.
 * @return \WP_REST_Response|\WP_Error
 */
function serve_users( $request ) {
	$caller = get_userdata( $request['caller'] );
	if ( ! $caller || ! has_capability( $caller, 'list_users' ) ) {
		return new \WP_Error( 'tidings_may_not_list_users', __( 'This user may not see the users of the site.', 'tidings' ), array( 'status' => 403 ) );
	}
	// Asterisks at the ends are WordPress's wildcards.
	$search = trim( $request['search'], '*' );
	if ( '' === $search ) {
		return rest_ensure_response( array( 'items' => array() ) );
	}
	$users  = get_users(
		array(
			'search'         => '*' . $search . '*',
			'search_columns' => array( 'user_login', 'user_email', 'user_nicename', 'display_name' ),
			'number'         => $request['limit'],
			'orderby'        => 'ID',
			'order'          => 'ASC',
			'count_total'    => false,
			'fields'         => array( 'ID', 'user_login', 'display_name' ),
		)
	);
	$phones = phones_of( array_map( 'intval', array_column( $users, 'ID' ) ) );
	$items  = array();
	foreach ( $users as $user ) {
		$id      = (int) $user->ID;
		$items[] = array(
			'id'      => $id,
			'login'   => $user->user_login,
			'name'    => wp_specialchars_decode( $user->display_name, ENT_QUOTES ),
			'phone'   => $phones[ $id ]['phone'] ?? null,
			'country' => $phones[ $id ]['country'] ?? null,
		);
	}
	return rest_ensure_response( array( 'items' => $items ) );
}
