<?php
/**
 * `tidings connect` calls this, with an administrator's application password.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	function () {
		$text = array(
			'type'     => 'string',
			'required' => true,
		);
		register_rest_route(
			'tidings/v1',
			'/connect',
			array(
				'methods'             => 'POST',
				'callback'            => __NAMESPACE__ . '\\serve_connect',
				'permission_callback' => __NAMESPACE__ . '\\may_connect',
				'args'                => array(
					'service_url' => $text,
					'secret'      => $text,
				),
			)
		);
	}
);

/**
 * Connects the site and returns what the service needs.
 *
 * @param \WP_REST_Request $request Keys `service_url` and `secret`.
 * @return \WP_REST_Response|\WP_Error
 */
function serve_connect( $request ) {
	$made = connect( $request['service_url'], $request['secret'] );
	if ( is_wp_error( $made ) ) {
		return $made;
	}
	$response = rest_ensure_response( $made + array( 'site' => site_facts() ) );
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}
