<?php
/**
 * WordPress's own tools for exporting and erasing personal data (Tools → Export / Erase Personal Data).
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const RECORDS_PER_PAGE = 100;

/** Numbers that are erased in one request. */
const ERASED_AT_ONCE = 10;

add_filter(
	'wp_privacy_personal_data_exporters',
	function ( $exporters ) {
		$exporters['tidings'] = array(
			'exporter_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
			'callback'               => __NAMESPACE__ . '\\export_person',
		);
		return $exporters;
	}
);
add_filter(
	'wp_privacy_personal_data_erasers',
	function ( $erasers ) {
		$ours = array(
			'tidings' => array(
				'eraser_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
				'callback'             => __NAMESPACE__ . '\\erase_person',
			),
		);
		// Before WooCommerce, which removes the numbers from the orders in which they are looked up.
		return $ours + $erasers;
	},
	PHP_INT_MAX
);
add_action(
	'admin_init',
	function () {
		wp_add_privacy_policy_content(
			__( 'Tidings', 'tidings' ),
			wp_kses_post( wpautop( __( 'If you give us your mobile number, in your profile, in a form or with an order, we keep it and send you text messages. Numbers, texts and the time of your consent are kept by our messaging service.', 'tidings' ) ) )
		);
	}
);

/**
 * One page of the data: the numbers, then what the service stores about each of them, page by page. Where the next page
 * begins is known only after this one was read, so it is kept until WordPress requests it.
 *
 * @param string $email E-mail address of the person.
 * @param int    $page  From 1.
 * @return array|\WP_Error
 */
function export_person( $email, $page = 1 ) {
	$user   = get_user_by( 'email', $email );
	$phones = phones_of_person( $email, $user );
	$others = array();
	$place  = 'tidings_export_' . md5( strtolower( $email ) );
	$data   = array();
	$at     = 0;
	$cursor = '';
	if ( 1 === (int) $page ) {
		foreach ( $phones as $nth => $phone ) {
			$data[] = exported( 'tidings-number', 'number-' . $nth, array( __( 'Mobile number', 'tidings' ) => $phone['phone'] ) );
		}
	} else {
		$kept = get_transient( $place );
		if ( ! is_array( $kept ) || (int) $page !== $kept['page'] ) {
			return new \WP_Error( 'tidings', __( 'The export was interrupted. Please begin it again.', 'tidings' ) );
		}
		$at     = $kept['at'];
		$cursor = $kept['cursor'];
		$others = $kept['others'];
	}
	$count = connection() ? count( $phones ) : 0;
	while ( $at < $count + count( $others ) ) {
		$phone = $at < $count ? $phones[ $at ] : $others[ $at - $count ];

		list( $items, $next, $other ) = held_by_service( $phone, $cursor );
		if ( is_wp_error( $items ) ) {
			// Stops the export with a message, because half of the data must not look like all of it.
			return $items;
		}
		if ( '' !== $other && empty( $phone['other'] ) ) {
			$others[] = other_number( $phone, $other );
		}
		foreach ( $items as $nth => $item ) {
			$data[] = exported( 'tidings-' . $item['kind'], $page . '-' . $at . '-' . $nth, labeled( $item['data'] ) );
		}
		$cursor = $next;
		if ( '' !== $cursor ) {
			break;
		}
		++$at;
	}
	$done = $at >= $count + count( $others );
	if ( $done ) {
		delete_transient( $place );
	} else {
		$kept = array(
			'page'   => (int) $page + 1,
			'at'     => $at,
			'cursor' => $cursor,
			'others' => $others,
		);
		set_transient( $place, $kept, HOUR_IN_SECONDS );
	}
	return array(
		'data' => $data,
		'done' => $done,
	);
}

/**
 * The other number of a phone under which the service holds something: a mobile phone in Argentina has two.
 *
 * @param array  $phone Of phones_of_person().
 * @param string $other In E.164.
 * @return array As of phones_of_person().
 */
function other_number( $phone, $other ) {
	return array(
		'phone'   => $other,
		'country' => '',
		// Its own other number is the given one.
		'other'   => true,
	) + $phone;
}

/**
 * One page of what the service stores about a number.
 *
 * @param array  $phone  Of phones_of_person().
 * @param string $cursor Where the page begins; '' for the first.
 * @return array Its items, or a \WP_Error; where the next page begins, '' for nowhere; and the other number of the phone,
 *               '' for none.
 */
function held_by_service( $phone, $cursor ) {
	$fields = number_of( $phone ) + array( 'per_page' => RECORDS_PER_PAGE );
	if ( '' !== $cursor ) {
		$fields['cursor'] = $cursor;
	}
	$answer = ask_about( '/privacy/export', $fields );
	if ( is_no_number( $answer ) ) {
		// Nothing can have been sent to it.
		return array( array(), '', '' );
	}
	if ( 200 !== $answer['status'] ) {
		return array( new \WP_Error( 'tidings', $answer['message'] ), '', '' );
	}
	$data  = $answer['body']['data'] ?? null;
	$data  = is_array( $data ) ? $data : array();
	$items = array();
	foreach ( is_array( $data['items'] ?? null ) ? $data['items'] : array() as $item ) {
		if ( is_array( $item ) && is_string( $item['kind'] ?? null ) && is_array( $item['data'] ?? null ) ) {
			$items[] = $item;
		}
	}
	$next = $data['next_cursor'] ?? '';
	return array( $items, is_string( $next ) ? $next : '', named_other( $data ) );
}

/**
 * The fields of a record with names for people. Lists and maps become one line each.
 *
 * @param array $fields By the names of the service.
 * @return array Values by label.
 */
function labeled( $fields ) {
	$labels = array(
		'message'     => __( 'Message', 'tidings' ),
		'state'       => __( 'State', 'tidings' ),
		'mobile'      => __( 'Mobile number', 'tidings' ),
		'phone'       => __( 'Mobile number', 'tidings' ),
		'recipient'   => __( 'Recipient', 'tidings' ),
		'sender'      => __( 'Sender', 'tidings' ),
		'name'        => __( 'Name', 'tidings' ),
		'groups'      => __( 'Groups', 'tidings' ),
		'at'          => __( 'Date', 'tidings' ),
		'sent_at'     => __( 'Sent', 'tidings' ),
		'received_at' => __( 'Received', 'tidings' ),
		'created_at'  => __( 'Created', 'tidings' ),
	);
	$values = array();
	foreach ( $fields as $name => $value ) {
		if ( null === $value || '' === $value || array() === $value ) {
			continue;
		}
		$values[ $labels[ $name ] ?? $name ] = is_scalar( $value ) ? $value : wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
	}
	return $values;
}

/**
 * One entry of an export.
 *
 * @param string     $group  Name of the group of entries.
 * @param string|int $id     Id inside the group.
 * @param array      $values By label.
 * @return array
 */
function exported( $group, $id, $values ) {
	$data = array();
	foreach ( $values as $name => $value ) {
		$data[] = array(
			'name'  => $name,
			'value' => esc_html( (string) $value ),
		);
	}
	return array(
		'group_id'          => $group,
		'group_label'       => __( 'Text messages', 'tidings' ),
		// The request was confirmed by e-mail only, and anybody may write any number into their profile.
		'group_description' => __( 'This is about a mobile number from the profile or the billing address of the account, or from an order with this e-mail address. It was not confirmed by a code: it may be somebody else’s.', 'tidings' ),
		'item_id'           => $group . '-' . $id,
		'data'              => $data,
	);
}

/**
 * Erases a person's numbers here and their data in the service. WooCommerce erases the billing phone and the orders
 * after this: if the service does not answer, the request stops here, because without the numbers on the orders it
 * could not be repeated.
 *
 * @param string $email E-mail address of the person.
 * @param int    $page  From 1.
 * @return array|\WP_Error
 */
function erase_person( $email, $page = 1 ) {
	$user   = get_user_by( 'email', $email );
	$orders = array();
	$own    = array();
	foreach ( phones_of_person( $email, $user ) as $phone ) {
		if ( $phone['order'] ) {
			$orders[] = $phone;
		} else {
			$own[] = $phone;
		}
	}
	$part = array_slice( $orders, ( (int) $page - 1 ) * ERASED_AT_ONCE, ERASED_AT_ONCE );
	$done = (int) $page * ERASED_AT_ONCE >= count( $orders );
	if ( $done ) {
		// Those of the account last: they are removed here, and without them the earlier pages would begin at other
		// places.
		$part = array_merge( $part, $own );
	}
	$result = array(
		'items_removed'  => false,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => $done,
	);
	if ( ! $part ) {
		return $result;
	}
	$kept  = false;
	$queue = connection() ? $part : array();
	while ( $queue ) {
		$phone = array_shift( $queue );

		list( $erased, $retained, $message, $other ) = erase_at_service( $phone );
		if ( '' !== $other && empty( $phone['other'] ) ) {
			$queue[] = other_number( $phone, $other );
		}
		if ( ! $erased && $phone['order'] ) {
			return new \WP_Error( 'tidings', $message );
		}
		if ( '' !== $message ) {
			$result['messages'] = array_values( array_unique( array_merge( $result['messages'], array( $message ) ) ) );
		}
		$result['items_removed']  = $result['items_removed'] || ( $erased && '' !== $message );
		$result['items_retained'] = $result['items_retained'] || $retained;
		$kept                     = $kept || ! $erased;
	}
	// Without the account's number the request could not be repeated.
	if ( $done && ! $kept && $user ) {
		delete_user_meta( $user->ID, PHONE_KEY );
		delete_user_meta( $user->ID, OLD_PHONE_KEY );
		$result['items_removed'] = true;
	}
	return $result;
}

/**
 * A number as it is sent to the service: without the country, a number without a plus sign could be another person's in
 * another country.
 *
 * @param array $phone Of phones_of_person().
 * @return array
 */
function number_of( $phone ) {
	$fields = array( 'mobile' => $phone['phone'] );
	return '+' !== $phone['phone'][0] && preg_match( '/^[A-Z]{2}$/D', $phone['country'] ) ? $fields + array( 'country' => $phone['country'] ) : $fields;
}

/**
 * One call about a number. A service that ignored the country would take it for another person's number.
 *
 * @param string $path   Path.
 * @param array  $fields With those of number_of().
 * @return array Of call_service().
 */
function ask_about( $path, $fields ) {
	$options = array(
		'timeout' => 20,
		'strict'  => true,
	);
	return call_service( site_principal( 'svc_setting' ), 'POST', $path, $fields, $options );
}

/**
 * Whether the service reports that the entry in the profile is not a phone number.
 *
 * @param array $answer Of call_service().
 * @return bool
 */
function is_no_number( $answer ) {
	return 400 === $answer['status'] && isset( $answer['body']['data']['params']['mobile'] );
}

/**
 * Requests the erasure of a number.
 *
 * @param array $phone Of phones_of_person().
 * @return array Whether the number may go from here as well, whether something stays there, what is to be said, and the
 *               other number of the phone, '' for none.
 */
function erase_at_service( $phone ) {
	$fields = number_of( $phone ) + array( 'confirm' => true );
	$answer = ask_about( '/privacy/delete', $fields );
	if ( 404 === $answer['status'] && 'no_route' === ( $answer['body']['code'] ?? '' ) ) {
		// A service that cannot erase can at least end the subscriptions.
		call_service( site_principal( 'svc_subscribers' ), 'POST', '/newsletter/unsubscribe', array( 'mobile' => $phone['phone'] ) );
		return array( true, true, __( 'Subscriptions were ended. This version of the Tidings service keeps the texts in its log until their retention period ends.', 'tidings' ), '' );
	}
	if ( is_no_number( $answer ) ) {
		return array( true, false, '', '' );
	}
	if ( $answer['status'] < 200 || $answer['status'] >= 300 ) {
		/* translators: %s: reason */
		return array( false, true, sprintf( __( 'The Tidings service has erased nothing: %s', 'tidings' ), $answer['message'] ), '' );
	}
	$data  = data_of( $answer );
	$other = named_other( $data );
	if ( ! empty( $data['suppressed'] ) ) {
		return array( true, true, __( 'The Tidings service erases the number from its log. It keeps it on the list of those who asked for no texts: without it they would get texts again.', 'tidings' ), $other );
	}
	return array( true, false, __( 'The Tidings service erases the number from its log. A text that is on its way is erased when nothing more will be reported of it, after three days at the latest.', 'tidings' ), $other );
}

/**
 * The other number of the phone that a reply is about.
 *
 * @param array $data Of the reply.
 * @return string In E.164; '' for none.
 */
function named_other( $data ) {
	return is_string( $data['other_mobile'] ?? null ) ? (string) clean_phone( $data['other_mobile'] ) : '';
}
